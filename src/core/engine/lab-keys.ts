import type { LabChat } from '../lab/lab-chat';
import { findingsOf, silentKeys, type KeyFinding } from '../lab/key-findings';
import { KeyUses } from '../lab/key-use';
import { StrictKeys } from '../lab/strict-keys';
import type { LoreEntry } from '../lore/lore-entry';
import type { MacroNames } from '../search/key-table';
import type { LabChats, NamedScene } from './lab-chats';
import type { LabProgress, LeftOut } from './lab-coverage';
import type { HostTurns } from './host-turns';
import { hostTurns, type LabParts } from './lab-parts';

/** The chats in which keys are looked for. */
export interface KeySources {
  readonly chats: readonly string[] | 'all';
  readonly pasted: readonly { readonly name: string; readonly text: string }[];
}

/** A step of looking for keys. */
export type KeyStep =
  | LabProgress
  | {
      readonly kind: 'done';
      readonly findings: readonly KeyFinding[];
      /** Messages that were searched. */
      readonly messages: number;
      readonly leftOut: readonly LeftOut[];
    };

/** Looks in many chats for keys that do less than they seem to. */
export class LabKeys {
  constructor(
    private readonly parts: LabParts,
    private readonly chats: LabChats,
  ) {}

  /** Goes through the chats twice: once for where keys stand, once for where stricter settings hide them. */
  async *look({ chats, pasted }: KeySources, signal?: AbortSignal): AsyncGenerator<KeyStep, void> {
    const { lore } = this.parts;
    const { index } = lore;
    const settings = this.parts.settings();
    const scenes = this.chats.scenes(chats, pasted);
    const host = hostTurns(this.parts);
    const uses = new KeyUses(index, (key, text) => lore.patterns.find(key, text));
    const leftOut = yield* this.#each(scenes, { passed: 0, host, signal }, (text, names) => uses.add(text, names));
    const silent = await silentOnes([...index.entries.values()], uses, host);
    const strict = await StrictKeys.of(silent, settings, () => host.give());
    if (silent.length > 0)
      yield* this.#each(scenes, { passed: scenes.length, host, signal }, (text, names) => strict.add(text, names));
    if (signal?.aborted === true) return;
    const findings: KeyFinding[] = [];
    for (const entry of index.entries.values()) {
      findings.push(...findingsOf(entry, { uses, strict, settings, entryOf: (id) => index.entries.get(id) }));
      await host.give();
    }
    yield { kind: 'done', findings, messages: uses.texts, leftOut };
  }

  async *#each(
    scenes: readonly NamedScene[],
    { passed, host, signal }: { passed: number; host: HostTurns; signal: AbortSignal | undefined },
    add: (text: string, names: MacroNames) => void,
  ): AsyncGenerator<LabProgress, readonly LeftOut[]> {
    const { speakerNames } = this.parts.settings();
    const leftOut: LeftOut[] = [];
    for (const [at, { name, scene }] of scenes.entries()) {
      if (signal?.aborted === true) return leftOut;
      const found = await this.chats.find(scene);
      const what = found.kind === 'chat' ? (found.chat.name ?? name) : name;
      yield { kind: 'progress', done: passed + at, total: scenes.length * 2, what };
      if (found.kind === 'missing') leftOut.push({ name, sentence: found.sentence });
      else
        for (const [text, names] of textsOf(found.chat, speakerNames)) {
          add(text, names);
          await host.give();
        }
    }
    return leftOut;
  }
}

/** The visible messages as turns search them. */
function* textsOf(chat: LabChat, speakerNames: boolean): Iterable<readonly [text: string, names: MacroNames]> {
  const names = { user: chat.userName, char: chat.characterName };
  for (const { name, text, hidden } of chat.messages)
    if (!hidden) yield [speakerNames && name !== '' ? `${name}: ${text}` : text, names];
}

async function silentOnes(entries: readonly LoreEntry[], uses: KeyUses, host: HostTurns) {
  const silent: (readonly [LoreEntry, ReturnType<typeof silentKeys>])[] = [];
  for (const entry of entries) {
    const keys = silentKeys(entry, uses);
    if (keys.length > 0 && !entry.constant) silent.push([entry, keys]);
    await host.give();
  }
  return silent;
}
