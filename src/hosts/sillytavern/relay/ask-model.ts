import type { WireRelayJob } from '../../../server/contract/wire-stream';
import type { TavernContext } from '../tavern-context';
import { findProfile, isClaude, type ConnectionProfile } from './connection-profile';
import { failureOf, JobError, type JobFailure } from './job-failure';
import { readModelAnswer, type JobAnswer } from './model-text';
import type { TavernPromptMessage } from './tavern-models';

/** The chat's own connection, as failures name it. */
const inUse = 'The connection in use';

/** Profiles whose provider has refused a form; a page remembers them. */
const formless = new Set<string>();

/** Asks a model of SillyTavern's for the server. Never rejects. */
export async function askModel(
  context: TavernContext,
  job: WireRelayJob,
  signal: AbortSignal,
): Promise<JobAnswer | JobFailure> {
  let name = inUse;
  try {
    const profile = findProfile(context, job.profile);
    if (profile === undefined) return readModelAnswer(await askInUse(context, job));
    name = `Connection profile “${profile.name}”`;
    return readModelAnswer(await askProfile(context, profile, job, signal));
  } catch (error) {
    return failureOf(error, name);
  }
}

async function askProfile(
  context: TavernContext,
  profile: ConnectionProfile,
  job: WireRelayJob,
  signal: AbortSignal,
): Promise<unknown> {
  const sendsForm = job.form !== undefined && profile.takesForm && !formless.has(profile.id);
  try {
    return await send(context, profile, job, sendsForm, signal);
  } catch (error) {
    // Some providers know no forms and say so; the answer is understood without one.
    if (!sendsForm || signal.aborted || failureOf(error, '').error !== 'request') throw error;
    formless.add(profile.id);
    return send(context, profile, job, false, signal);
  }
}

async function send(
  { ConnectionManagerRequestService: service }: TavernContext,
  { id }: ConnectionProfile,
  { messages, maxTokens, temperature, form }: WireRelayJob,
  sendsForm: boolean,
  signal: AbortSignal,
): Promise<unknown> {
  const override = {
    ...(temperature !== undefined && { temperature }),
    ...(sendsForm && form !== undefined && { json_schema: { name: form.name, value: form.schema } }),
  };
  // What the provider said is read here: SillyTavern's own reading fails on an answer that is almost JSON.
  const options = { stream: false, signal, extractData: false };
  return service?.sendRequest(id, messages.map(toPrompt), maxTokens, options, override);
}

/** Without a profile there is only the call that asks what the chat uses; it knows no temperature and cannot be stopped. */
async function askInUse(context: TavernContext, { messages, maxTokens, form }: WireRelayJob): Promise<unknown> {
  const { generateRaw, chatCompletionSettings, getChatCompletionModel, mainApi } = context;
  if (generateRaw === undefined) {
    throw new JobError('no-connection', 'This SillyTavern is too old to ask its model for Lorehearth. Update it.');
  }
  const source = chatCompletionSettings?.chat_completion_source ?? '';
  const takesForm = mainApi === 'openai' && !isClaude(source, getChatCompletionModel?.() ?? '');
  return generateRaw({
    prompt: messages.map(toPrompt),
    responseLength: maxTokens,
    trimNames: false,
    jsonSchema: takesForm && form !== undefined ? { name: form.name, value: form.schema, returnInvalid: true } : null,
  });
}

function toPrompt({ role, text }: WireRelayJob['messages'][number]): TavernPromptMessage {
  return { role, content: text };
}
