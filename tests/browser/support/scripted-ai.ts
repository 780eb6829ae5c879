import { defaultAiSettings, type AiSettings } from '../../../src/core/ai/channels/ai-settings';
import { changeAiSettings } from '../../../src/core/ai/channels/change-ai-settings';
import { channelIds, type ChannelId } from '../../../src/core/ai/channels/channel-table';
import { resolveChannel } from '../../../src/core/ai/channels/resolve-channel';
import type { ConnectionState } from '../../../src/core/ai/guard/connection-guards';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireChannels } from '../../../src/server/contract/wire-channels';
import { writeChannels } from '../../../src/server/mapping/write-channels';

type AiHandlers = Pick<
  Handlers,
  'channels' | 'changeChannels' | 'testChannel' | 'keepKey' | 'connectionModels' | 'resetConnection'
>;

interface ScriptedTest {
  readonly isOk: boolean;
  readonly sentence: string;
  readonly milliseconds: number;
  readonly callsTools?: boolean;
}

const nothingUsed = { search: 0, scribe: 0, suggest: 0, notepad: 0, librarian: 0, keys: 0 };

/** Channels and connections of a scripted server: changes are checked as the real one does, models are made up. */
export class ScriptedAi {
  settings: AiSettings = defaultAiSettings;
  /** The keys that are kept, by connection. */
  readonly keys = new Map<string, string>();
  states: readonly ConnectionState[] = [];
  usedToday: Readonly<Record<ChannelId, number>> = nothingUsed;
  relays = 0;
  /** How the test of a channel ends, after so many milliseconds. */
  test: ScriptedTest = { isOk: true, sentence: 'The model answers.', milliseconds: 840 };
  testMs = 0;
  /** Why this device keeps no keys, if it does not. */
  keyRefusal: string | undefined;
  /** The models of every connection, or why the provider does not say. */
  models: readonly string[] | string = [];

  handlers(): AiHandlers {
    return {
      channels: (context) => context.json(this.#overview(), 200),
      changeChannels: (context) => {
        const { settings, problems } = changeAiSettings(this.settings, context.req.valid('json'), 'strict');
        this.settings = settings;
        for (const id of this.keys.keys()) if (!this.#has(id)) this.keys.delete(id);
        if (problems.length === 0) return context.json(this.#overview(), 200);
        const fields = problems.map(({ name, message }) => ({ path: name, message }));
        const detail = 'Nothing was changed, because a setting is not allowed.';
        return context.json({ ...problem(400, 'setting_not_allowed', detail), fields }, 400);
      },
      testChannel: async (context) => {
        const { callsTools, ...test } = this.test;
        if (this.testMs > 0) await new Promise((resolve) => setTimeout(resolve, this.testMs));
        return context.json({ ...test, ...(callsTools !== undefined && { callsTools }) }, 200);
      },
      keepKey: (context) => {
        const { id } = context.req.valid('param');
        const key = context.req.valid('json').key.trim();
        if (!this.#has(id)) return context.json(problem(404, 'not_found', 'There is no connection with this id.'), 404);
        if (this.keyRefusal !== undefined) return context.json(problem(409, 'not_kept', this.keyRefusal), 409);
        if (key === '') this.keys.delete(id);
        else this.keys.set(id, key);
        return context.json({ hasKey: key !== '' }, 200);
      },
      connectionModels: (context) =>
        typeof this.models === 'string'
          ? context.json(problem(502, 'provider_failed', this.models), 502)
          : context.json({ items: [...this.models] }, 200),
      resetConnection: (context) => {
        const { id } = context.req.valid('param');
        this.states = this.states.map((state) => (state.connection === id ? closed(id) : state));
        return context.json(this.#overview(), 200);
      },
    };
  }

  #has(connection: string): boolean {
    return this.settings.connections.some(({ id }) => id === connection);
  }

  #overview(): WireChannels {
    return writeChannels({
      settings: this.settings,
      channels: channelIds.map((id) => resolveChannel(this.settings, id)),
      keys: new Set(this.keys.keys()),
      states: this.states,
      usedToday: this.usedToday,
      relays: this.relays,
    });
  }
}

function closed(connection: string): ConnectionState {
  return { connection, state: 'closed', opensAgainAt: undefined, failures: 0, lastError: undefined, waiting: 0 };
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}
