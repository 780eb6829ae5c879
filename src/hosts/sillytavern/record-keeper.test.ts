import { beforeEach, describe, expect, it } from 'vitest';
import { generationType } from './generation-type';
import { noteOf, readNote, type MessageNote } from './message-note';
import { RecordKeeper } from './record-keeper';
import { answer } from './testing/answers';
import { FakeTavern, message } from './testing/fake-tavern';

/** Generations get g1, g2 … as long as the server is up. */
class Stage {
  readonly tavern = new FakeTavern();
  readonly keeper = new RecordKeeper(this.tavern.context);
  isServerUp = true;
  #generations = 0;

  constructor() {
    const { keeper, tavern } = this;
    tavern.on('GENERATION_STARTED', (type, _options, dryRun) => {
      if (dryRun !== true) keeper.generationStarted(type);
    });
    tavern.on('STREAM_TOKEN_RECEIVED', () => keeper.tokenReceived());
    tavern.on('MESSAGE_RECEIVED', (index, type) => keeper.messageReceived(index, type));
    tavern.on('GENERATION_STOPPED', () => keeper.generationStopped());
    tavern.on('CHAT_CHANGED', () => keeper.chatChanged());
    tavern.interceptor = (_prompt, _size, _abort, type) => {
      this.#generations += 1;
      if (this.isServerUp) keeper.begin(generationType(type), note(`g${String(this.#generations)}`));
      return Promise.resolve();
    };
  }

  /** Of the last message: the generation in `extra`, then in each version; `-` where there is none. */
  records(index = this.tavern.chat.length - 1): string {
    const { extra, swipe_info = [] } = this.tavern.chat[index]!;
    const generation = (from: Record<string, unknown> | undefined): string => readNote(from)?.record.g ?? '-';
    return `${generation(extra)} | ${swipe_info.map((info) => generation(info.extra)).join(' ')}`;
  }
}

const note = (g: string, e: MessageNote['record']['e'] = [[g, 1, 'h']]): MessageNote =>
  noteOf(answer(g, { record: { v: 1, g, e } }), []);

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe.each([{ stream: false }, { stream: true }])('streaming: $stream', ({ stream }) => {
  it('stores the record of a reply in the message and in its version', async () => {
    await stage.tavern.send('Hello', { stream });
    expect(stage.records()).toBe('g1 | g1');
  });

  it('stores it in every version that comes with the same answer', async () => {
    await stage.tavern.send('Hello', { stream, moreSwipes: ['Nay.', 'Perhaps.'] });
    expect(stage.records()).toBe('g1 | g1 g1 g1');
  });

  it('gives a new version its own record and leaves the old ones alone', async () => {
    await stage.tavern.send('Hello', { stream });
    await stage.tavern.swipe({ stream, moreSwipes: ['Nay.'] });
    expect(stage.records()).toBe('g2 | g1 g2 g2');
  });

  it('gives a version without lore no record of another', async () => {
    await stage.tavern.send('Hello', { stream });
    stage.isServerUp = false;
    await stage.tavern.swipe({ stream });
    expect(stage.records()).toBe('- | g1 -');
  });

  it('gives a reply without lore no record', async () => {
    stage.isServerUp = false;
    await stage.tavern.send('Hello', { stream });
    expect(stage.records()).toBe('- | -');
  });

  it('shows the record of the version that is browsed to', async () => {
    await stage.tavern.send('Hello', { stream });
    await stage.tavern.swipe({ stream });
    await stage.tavern.browse(0);
    expect(stage.records()).toBe('g1 | g1 g2');
  });

  it('stores the record of a regenerated reply', async () => {
    await stage.tavern.send('Hello', { stream });
    await stage.tavern.regenerate({ stream });
    expect(stage.records()).toBe('g2 | g2');
  });

  it('keeps both parts’ lore under the first generation when a reply is continued', async () => {
    await stage.tavern.send('Hello', { stream });
    await stage.tavern.continueReply({ stream });
    expect(stage.records()).toBe('g1 | g1');
    expect(readNote(stage.tavern.chat.at(-1)!.extra)?.record.e).toEqual([
      ['g1', 1, 'h'],
      ['g2', 1, 'h'],
    ]);
  });

  it('keeps the first part’s record when a reply is continued without lore', async () => {
    await stage.tavern.send('Hello', { stream });
    stage.isServerUp = false;
    await stage.tavern.continueReply({ stream });
    expect(stage.records()).toBe('g1 | g1');
  });

  it('forgets a record whose generation failed', async () => {
    await stage.tavern.send('Hello', { dieAfter: 0 });
    expect(stage.records()).toBe('- | ');
    await stage.tavern.emit('GENERATION_STARTED', 'normal', {}, false);
    stage.tavern.chat.push(message('Ilse', 'A foreign reply.'));
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'normal');
    expect(stage.records()).toBe('- | ');
  });

  it('does not write on the messages of commands, greetings and extensions', async () => {
    stage.keeper.begin('normal', note('g1'));
    for (const type of ['command', 'first_message', 'extension']) {
      stage.tavern.chat.push(message('Ilse', type));
      await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, type);
      expect(stage.records()).toBe('- | ');
    }
  });

  it('carries the records of all versions into a branch', async () => {
    await stage.tavern.send('Hello', { stream });
    await stage.tavern.swipe({ stream });
    await stage.tavern.branch('Branch', stage.tavern.chat.length - 1, 0);
    expect(stage.records()).toBe('g1 | g1 g2');
  });
});

describe('cut-off replies', () => {
  it('forgets the record when a plain reply is stopped', async () => {
    await stage.tavern.send('Hello', { stopAfter: 0 });
    expect(stage.records()).toBe('- | ');
    stage.tavern.chat.push(message('Ilse', 'A foreign reply.'));
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'normal');
    expect(stage.records()).toBe('- | ');
  });

  it('brings the old version and its record back when a plain new version is stopped', async () => {
    await stage.tavern.send('Hello');
    await stage.tavern.swipe({ stopAfter: 0 });
    expect(stage.records()).toBe('g1 | g1');
  });

  it.each([0, 2])('stores the record of a stream that is stopped after %i tokens', async (stopAfter) => {
    await stage.tavern.send('Hello', { stream: true, stopAfter });
    expect(stage.records()).toBe('g1 | g1');
  });

  it.each([0, 2])('stores the record of a streamed version that is stopped after %i tokens', async (stopAfter) => {
    await stage.tavern.send('Hello', { stream: true });
    await stage.tavern.swipe({ stream: true, stopAfter });
    expect(stage.records()).toBe('g2 | g1 g2');
  });

  it('stores the record of a stream that dies in the middle', async () => {
    await stage.tavern.send('Hello', { stream: true, dieAfter: 2 });
    expect(stage.records()).toBe('g1 | g1');
  });

  it('stores the record of a streamed version that dies in the middle', async () => {
    await stage.tavern.send('Hello', { stream: true });
    await stage.tavern.swipe({ stream: true, dieAfter: 2 });
    expect(stage.records()).toBe('g2 | g1 g2');
  });

  it('stores nothing more when a stopped continuation had no word yet', async () => {
    await stage.tavern.send('Hello', { stream: true });
    await stage.tavern.continueReply({ stream: true, stopAfter: 0 });
    expect(readNote(stage.tavern.chat.at(-1)!.extra)?.record.e).toEqual([['g1', 1, 'h']]);
  });
});

describe('other generations', () => {
  it('writes nothing when the model speaks for the player', async () => {
    await stage.tavern.send('Hello');
    await stage.tavern.impersonate();
    expect(stage.records()).toBe('g1 | g1');
    stage.tavern.chat.push(message('Ilse', 'A foreign reply.'));
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'normal');
    expect(stage.records()).toBe('- | ');
  });

  it('writes into all versions of its generation, also those that are no copies of the message', async () => {
    await stage.tavern.send('Hello');
    stage.keeper.begin('swipe', note('g2'));
    const reply = stage.tavern.chat.at(-1)!;
    Object.assign(reply, { swipe_id: 1, swipes: ['Aye.', 'Nay.', 'Hm.'] });
    reply.swipe_info?.push({}, {});
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'swipe');
    expect(stage.records()).toBe('g2 | g1 g2 g2');
  });

  it('is not disturbed by a background generation inside a turn', async () => {
    stage.tavern.beforeAssembly = () => {
      stage.tavern.beforeAssembly = undefined;
      return stage.tavern.emit('GENERATION_STARTED', 'quiet', {}, false);
    };
    await stage.tavern.send('Hello');
    expect(stage.records()).toBe('g1 | g1');
  });

  it('lets a dry run change nothing', async () => {
    await stage.tavern.send('Hello');
    stage.keeper.begin('normal', note('g9'));
    await stage.tavern.dryRun();
    stage.tavern.chat.push(message('Ilse', 'Late.'));
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'normal');
    expect(stage.records()).toBe('g9 | ');
  });

  it('forgets a waiting record when another chat opens', async () => {
    stage.keeper.begin('normal', note('g1'));
    await stage.tavern.open('Another');
    stage.tavern.chat.push(message('Ilse', 'Hm.'));
    await stage.tavern.emit('MESSAGE_RECEIVED', stage.tavern.chat.length - 1, 'normal');
    expect(stage.records()).toBe('- | ');
  });

  it('leaves the record of the shown version when an extension rewrites it in place', async () => {
    await stage.tavern.send('Hello');
    stage.keeper.generationStarted('swipe');
    expect(stage.records()).toBe('g1 | g1');
  });
});
