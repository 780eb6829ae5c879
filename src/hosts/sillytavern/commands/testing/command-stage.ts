import { testServer } from '../../../../server/testing/test-server';
import { Bridge } from '../../bridge';
import type { BridgeSettings } from '../../settings';
import { FakeTavern } from '../../testing/fake-tavern';
import { LoreCommands } from '../lore-commands';
import type { RegisteredSlashCommand, SlashApi, SlashArgumentProps, SlashCommandProps } from '../slash-api';

type Command = RegisteredSlashCommand & SlashCommandProps;
type Argument = SlashArgumentProps & { readonly name?: string };

/** A suggestion as SillyTavern gets it. */
class EnumValue {
  constructor(
    readonly value: string,
    readonly description?: string,
  ) {}
}

/** Commands as SillyTavern keeps them. */
function slashApi() {
  const commands: Record<string, Command> = {};
  const api: SlashApi = {
    SlashCommandParser: {
      commands,
      addCommandObject: (command) => {
        const whole = command as Command;
        commands[whole.name] = whole;
      },
    },
    SlashCommand: { fromProps: (props) => ({ ...props }) },
    SlashCommandArgument: { fromProps: (props) => props },
    SlashCommandNamedArgument: { fromProps: (props) => props },
    SlashCommandEnumValue: EnumValue,
  };
  return { api, commands };
}

/** The commands in a chat page, before a real server with a vault in memory. */
export async function commandStage(notes: Readonly<Record<string, string>>, settings: Partial<BridgeSettings> = {}) {
  const server = await testServer({ notes });
  const token = await server.token('generate', 'read', 'write');
  const tavern = new FakeTavern();
  const { api, commands } = slashApi();
  const requests: string[] = [];
  let isReachable = true;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    if (!isReachable || host !== '127.0.0.1:27673') throw new TypeError('Failed to fetch');
    requests.push(`${request.method} ${pathname}${search}`);
    const header = (name: string): string | undefined =>
      name === 'host' ? host : (request.headers.get(name) ?? undefined);
    return server.app.fetch(request, { kind: 'network', port: 27_673, remoteAddress: '127.0.0.1', header });
  };
  tavern.extensionSettings['lorehearth'] = { token, ...settings };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  const context = () => ({ ...tavern.context(), ...api });
  const bridge = new Bridge({ context, fetch, newId, clientName: 'Test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  const toasts: string[] = [];
  let switches = 0;
  const loreCommands = new LoreCommands({
    bridge,
    context,
    fetch,
    newId,
    chatSwitched: () => (switches += 1),
    toast: (tone, text) => toasts.push(tone === 'info' ? text : `${tone}: ${text}`),
  });
  loreCommands.start();
  bridge.start();
  await bridge.link.search();
  const named = (name: string): Command => {
    const command = commands[name];
    if (command === undefined) throw new Error(`There is no /${name}.`);
    return command;
  };
  const offered = (argument: object, typed = ''): readonly EnumValue[] =>
    ((argument as Argument).enumProvider?.({ unnamedArgumentList: [{ value: typed }] }) ?? []) as EnumValue[];
  return {
    server,
    tavern,
    bridge,
    commands,
    requests,
    toasts,
    switches: () => switches,
    /** Runs a command as SillyTavern does and gives what it hands on. */
    run: (name: string, text = '', values: Readonly<Record<string, unknown>> = {}, pipe = '') =>
      named(name).callback(
        { _scope: { pipe }, _hasUnnamedArgument: text !== '', ...values },
        text === '' ? pipe : text,
      ),
    /** What the user reads last. */
    said: (): string => toasts.at(-1) ?? '',
    /** What is offered for the text of a command. */
    offered: (name: string, typed = '') => named(name).unnamedArgumentList.flatMap((one) => offered(one, typed)),
    /** The values by name that a command takes, and what is offered for each. */
    values: (name: string) =>
      Object.fromEntries(named(name).namedArgumentList.map((one) => [(one as Argument).name ?? '', offered(one)])),
    /** The decisions for the open chat, as the server has them. */
    decisions: () => server.engine.chat((tavern.chatMetadata['lorehearth'] as { id: string }).id),
    goOffline: () => {
      isReachable = false;
    },
    stop: () => {
      loreCommands.stop();
      bridge.stop();
    },
  };
}

export type CommandStage = Awaited<ReturnType<typeof commandStage>>;
