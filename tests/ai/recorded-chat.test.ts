import { describe, expect, test } from 'vitest';
import { GptTokenCounter } from '../../src/adapters/tokens/gpt-token-counter';
import { selectionMessages } from '../../src/core/ai/selection/selection-prompt';
import { candidate, question } from '../../src/core/ai/testing/selection';
import { titlesOf } from '../support/engine-host';
import { chatOf, lore, requestFor, type Notes } from '../support/lore-vault';
import { aiHost, BehavingModel, picking, settle } from './ai-host';

/** Things of a story. Each has a key, and a note that a chat may be about without saying it. */
const things = ['keep', 'mill', 'ferry', 'orchard', 'chapel', 'market', 'cellar', 'bridge', 'harbour', 'quarry'];
const notes: Notes = Object.fromEntries(
  things.map((thing, at) => [
    `${thing}.md`,
    lore(`keys: [${thing}]\naliases: [the old ${thing}]`, `The ${thing} of this story, number ${String(at)}.`),
  ]),
);

/** A chat of 60 turns: scenes of some turns at one place each, in which the place is named at times. */
function recordedChat(): readonly string[] {
  const small = ['They wait.', 'Rain falls on the roof.', 'He laughs and says nothing.', 'A dog barks far away.'];
  const lines: string[] = [];
  for (let turn = 0; turn < 60; turn++) {
    const thing = things[Math.floor(turn / 6) % things.length] ?? '';
    const isNamed = turn % 6 === 0 || turn % 6 === 4;
    lines.push(`Mara: ${isNamed ? `We go to the ${thing}.` : (small[turn % small.length] ?? '')}`);
    lines.push(`Vesk: ${small[(turn + 1) % small.length] ?? ''} (${String(turn)})`);
  }
  return lines;
}

describe('a recorded chat of 60 turns', () => {
  test('is answered from what the model said before where nothing new was named, and always rightly', async () => {
    const lines = recordedChat();
    const model = new BehavingModel((request) => picking(request, (title) => sceneOf(request.messages) === title));
    // The whole vault is offered, so that the list stays the same and reuse is decided by the chat alone.
    const host = await aiHost(notes, model, { selectionMode: 'ai-only', aiDepth: 10, newChatThreshold: 0 });
    let reused = 0;
    for (let turn = 0; turn < 60; turn++) {
      const asked = lines.slice(0, turn * 2 + 1);
      const request = requestFor(chatOf(...asked), { generationId: `g${String(turn)}` });
      const result = await settle(host, host.engine.generate(request, 10_000));
      if (result.trace.ai?.source !== 'model') reused++;
      // What a model that is asked each time would choose.
      const scene = sceneIn(asked.slice(-10).join('\n'));
      expect(titlesOf(result)).toEqual(scene === undefined ? [] : [scene]);
    }
    expect(model.requests).toHaveLength(60 - reused);
    console.info(`${String(Math.round((reused / 60) * 100))}% of 60 turns were answered from the cache.`);
    expect(reused / 60).toBeGreaterThan(0.4);
  });

  test('is not answered from the cache after an edit', async () => {
    const model = new BehavingModel((request) => picking(request, () => true));
    const host = await aiHost(notes, model, { selectionMode: 'ai-only', newChatThreshold: 0 });
    const lines = recordedChat().slice(0, 7);
    await settle(host, host.engine.generate(requestFor(chatOf(...lines), { generationId: 'a' }), 10_000));
    const edited = [...lines.slice(0, 5), 'Vesk: They sleep.', ...lines.slice(6)];
    await settle(host, host.engine.generate(requestFor(chatOf(...edited), { generationId: 'b' }), 10_000));
    expect(model.requests).toHaveLength(2);
  });
});

/** The last place that a window names: what the scene is about. */
function sceneIn(window: string): string | undefined {
  return [...window.matchAll(/go to the (\w+)/g)].at(-1)?.[1];
}

function sceneOf(messages: readonly { readonly text: string }[]): string | undefined {
  return sceneIn(messages.at(-1)?.text ?? '');
}

test('a list of 200 candidates with summaries of three sentences stays small', async () => {
  const summary =
    'A keep in the north that guards the only pass. Its lord died last winter. The gate is closed to strangers.';
  const tokens = new GptTokenCounter();
  await tokens.prepare();
  const asked = question({
    candidates: Array.from({ length: 200 }, (_, at) =>
      candidate(`e${String(at)}`, { title: `Silver Keep ${String(at)}`, summary, links: ['Ilse', 'Old Mill'] }),
    ),
  });
  const count = selectionMessages(asked).reduce((sum, { text }) => sum + tokens.count(text).tokens, 0);
  console.info(`200 candidates take ${String(count)} tokens, ${String(Math.round(count / 200))} each.`);
  expect(count).toBeLessThan(200 * 60 + 600);
});
