import { listOf, objectOf, textOf } from '../json-value';
import type { TavernContext } from '../tavern-context';
import { JobError } from './job-failure';

/** A way to a model that the user has set up in SillyTavern. */
export interface ConnectionProfile {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Providers that take the form of an answer as a schema get it; Claude loses its thinking by that. */
  readonly takesForm: boolean;
}

/**
 * The profile of that id or name; for '' the one in use, `undefined` when the chat uses none. Throws a `JobError` that
 * says what is missing.
 */
export function findProfile(context: TavernContext, wanted: string): ConnectionProfile | undefined {
  const manager = objectOf(context.extensionSettings['connectionManager']);
  const disabled = listOf(context.extensionSettings['disabledExtensions']).includes('connection-manager');
  if (disabled || context.ConnectionManagerRequestService === undefined) {
    if (wanted === '') return undefined;
    throw new JobError(
      'no-connection',
      'SillyTavern’s connection profiles are switched off or missing. Switch on the extension Connection Profiles, or update SillyTavern.',
    );
  }
  const profiles = listOf(manager?.['profiles']).flatMap((value) => readProfile(value, context));
  const name = wanted === '' ? (textOf(manager?.['selectedProfile']) ?? '') : wanted;
  if (name === '') return undefined;
  const found = profiles.find(({ id }) => id === name) ?? byName(profiles, name);
  if (found !== undefined || wanted === '') return found;
  throw new JobError(
    'no-connection',
    `SillyTavern has no connection profile “${wanted}”. Choose another one in Lorehearth’s settings.`,
  );
}

function byName(profiles: readonly ConnectionProfile[], wanted: string): ConnectionProfile | undefined {
  const plain = (name: string): string => name.trim().toLowerCase();
  return profiles.find(({ name }) => name === wanted) ?? profiles.find(({ name }) => plain(name) === plain(wanted));
}

function readProfile(value: unknown, { CONNECT_API_MAP }: TavernContext): readonly ConnectionProfile[] {
  const raw = objectOf(value);
  const id = textOf(raw?.['id']);
  if (id === undefined) return [];
  const api = textOf(raw?.['api']) ?? '';
  const known = CONNECT_API_MAP?.[api];
  const isChat = (known?.selected ?? 'openai') === 'openai';
  const takesForm = isChat && !isClaude(known?.source ?? api, textOf(raw?.['model']) ?? '');
  return [{ id, name: textOf(raw?.['name']) ?? id, takesForm }];
}

/** Whether a model is one of Anthropic's, whoever serves it. */
export function isClaude(source: string, model: string): boolean {
  return source === 'claude' || /claude/i.test(model);
}
