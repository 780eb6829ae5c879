import { isRecord } from '../../base/json-value';
import { defaultAiSettings, type AiSettings, type ChannelSettings } from './ai-settings';
import { channelIds, channelTable, type ChannelId } from './channel-table';
import type { Connection } from './connection';
import { channelChecks, connectionChecks, type Check } from './setting-checks';

/** A setting of channels or connections whose value is not allowed. */
export interface AiSettingProblem {
  /** `search.timeoutMs` or `connections.2.baseUrl`. */
  readonly name: string;
  /** What is wrong, for the user. */
  readonly message: string;
}

/** Settings after a change, with what was wrong about it. */
export interface AiSettingsReading {
  readonly settings: AiSettings;
  readonly problems: readonly AiSettingProblem[];
}

const MOST_CONNECTIONS = 100;
const NEEDED: readonly (keyof Connection)[] = ['id', 'name', 'kind', 'baseUrl'];

/** Reads stored settings: what is not allowed is left out and reported, unknown names are left out. */
export function readAiSettings(stored: unknown): AiSettingsReading {
  return changeAiSettings(defaultAiSettings, stored, 'lenient');
}

/**
 * Applies changes: `channels` may name some settings of some channels, `null` unsets one; `connections` replaces the
 * whole list. With `strict` one wrong value or unknown name refuses the whole change; with `lenient` wrong values keep
 * what was there, and connections that are wrong are left out.
 */
export function changeAiSettings(
  settings: AiSettings,
  changes: unknown,
  mode: 'strict' | 'lenient',
): AiSettingsReading {
  if (!isRecord(changes)) return refused(settings, changes === undefined ? [] : [noRecord('')]);
  const problems = unknownNames(changes, ['channels', 'connections'], '', mode);
  const channels = changeChannels(settings, changes['channels'], mode);
  const list = readConnections(settings, changes['connections'], mode);
  problems.push(...channels.problems, ...list.problems);
  if (mode === 'strict' && problems.length > 0) return { settings, problems };
  return { settings: { channels: channels.channels, connections: list.connections }, problems };
}

function changeChannels(settings: AiSettings, changes: unknown, mode: 'strict' | 'lenient') {
  const channels: Record<ChannelId, ChannelSettings> = { ...settings.channels };
  if (changes === undefined) return { channels, problems: [] };
  if (!isRecord(changes)) return { channels, problems: [noRecord('channels')] };
  const problems = unknownNames(changes, channelIds, '', mode);
  for (const id of channelIds) {
    if (!Object.hasOwn(changes, id)) continue;
    const reading = changeChannel(id, channels[id], changes[id], mode);
    channels[id] = reading.channel;
    problems.push(...reading.problems);
  }
  return { channels, problems };
}

function changeChannel(id: ChannelId, channel: ChannelSettings, changes: unknown, mode: 'strict' | 'lenient') {
  if (!isRecord(changes)) return { channel, problems: [noRecord(id)] };
  const problems = unknownNames(changes, Object.keys(channelChecks), `${id}.`, mode);
  const next: Record<string, unknown> = { ...channel };
  for (const [name, check] of Object.entries<Check>(channelChecks)) {
    const value = changes[name];
    if (value === undefined) continue;
    const complaint = value === null ? undefined : (whyNotHere(id, name, value) ?? check(value));
    if (complaint !== undefined) problems.push({ name: `${id}.${name}`, message: complaint });
    else if (value === null) Reflect.deleteProperty(next, name);
    else next[name] = value;
  }
  // Each value has passed the check of its name.
  return { channel: next as ChannelSettings, problems };
}

function whyNotHere(id: ChannelId, name: string, value: unknown): string | undefined {
  if (id !== 'search' || name !== 'mode' || value !== 'inherit') return undefined;
  return `${channelTable.search.label} has nobody to inherit from.`;
}

function readConnections(settings: AiSettings, list: unknown, mode: 'strict' | 'lenient') {
  if (list === undefined) return { connections: settings.connections, problems: [] };
  if (!Array.isArray(list) || list.length > MOST_CONNECTIONS) {
    const message = `The connections are a list of at most ${String(MOST_CONNECTIONS)}.`;
    return { connections: settings.connections, problems: [{ name: 'connections', message }] };
  }
  const connections = new Map<string, Connection>();
  const problems: AiSettingProblem[] = [];
  for (const [at, item] of list.entries()) {
    const reading = readConnection(item, `connections.${String(at)}`, mode);
    problems.push(...reading.problems);
    const { connection } = reading;
    if (connection === undefined) continue;
    if (connections.has(connection.id)) {
      const message = `There are two connections with the id “${connection.id}”.`;
      problems.push({ name: `connections.${String(at)}.id`, message });
    } else connections.set(connection.id, connection);
  }
  return { connections: [...connections.values()], problems };
}

function readConnection(item: unknown, place: string, mode: 'strict' | 'lenient') {
  if (!isRecord(item)) return { connection: undefined, problems: [noRecord(place)] };
  const problems = unknownNames(item, Object.keys(connectionChecks), `${place}.`, mode);
  const next: Record<string, unknown> = {};
  for (const [name, check] of Object.entries<Check>(connectionChecks)) {
    const value = item[name];
    if (value === undefined && !NEEDED.some((needed) => needed === name)) continue;
    const complaint = check(value);
    if (complaint === undefined) next[name] = value;
    else problems.push({ name: `${place}.${name}`, message: complaint });
  }
  const isWhole = NEEDED.every((name) => name in next);
  // Each value has passed the check of its name.
  return { connection: isWhole ? (next as unknown as Connection) : undefined, problems };
}

function unknownNames(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: string,
  mode: 'strict' | 'lenient',
): AiSettingProblem[] {
  if (mode === 'lenient') return [];
  return Object.keys(record)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name: `${place}${name}`, message: `There is no setting “${name}” here.` }));
}

function noRecord(name: string): AiSettingProblem {
  return { name, message: 'Settings are names with values.' };
}

function refused(settings: AiSettings, problems: readonly AiSettingProblem[]): AiSettingsReading {
  return { settings, problems };
}
