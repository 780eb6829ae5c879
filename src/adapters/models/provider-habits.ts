import type { FormSupport, ModelConnection } from '../../core/ai/model-connection';
import type { ProviderAddress } from './provider-address';

/** What is known of providers that all call their format OpenAI's. */
export interface ProviderHabits {
  readonly form: FormSupport;
  /** Whether a stream counts tokens only when it is asked to; others refuse to be asked. */
  readonly asksForUsage: boolean;
  /** The name that the limit of an answer has in a request. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** Whether the model takes a temperature: OpenAI's reasoning models refuse one. */
  readonly takesTemperature: boolean;
}

/** Providers that take a JSON schema, and those that only take the word that the answer is JSON. */
const formOfHost: readonly (readonly [RegExp, FormSupport])[] = [
  [/(^|\.)(openai\.com|openai\.azure\.com|openrouter\.ai|x\.ai|mistral\.ai|fireworks\.ai)$/, 'schema'],
  [/(^|\.)(deepseek\.com|moonshot\.(ai|cn)|z\.ai|bigmodel\.cn|groq\.com|cohere\.(ai|com))$/, 'json'],
  // LM Studio, llama.cpp, KoboldCpp, Ollama: all take a schema, and LM Studio refuses the word alone.
  [
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|[^.]+|.+\.local)$/,
    'schema',
  ],
];

/** The first version of Azure that knows the new name of the limit. */
const NEW_LIMIT_SINCE = '2024-09-01';
const REASONING_MODEL = /^(o\d|gpt-5)/;

/** What is known of the provider behind a connection of OpenAI's format. */
export function habitsOf(connection: ModelConnection, { host }: ProviderAddress): ProviderHabits {
  const name = host.replace(/:\d+$/, '');
  const isAzure = connection.kind === 'azure-openai';
  const isOpenAi = name === 'api.openai.com';
  const isNew = isOpenAi || (isAzure && (connection.apiVersion ?? NEW_LIMIT_SINCE) >= NEW_LIMIT_SINCE);
  return {
    form: connection.form ?? (isAzure ? 'schema' : knownForm(name)),
    asksForUsage: !/(^|\.)mistral\.ai$/.test(name),
    limitName: isNew ? 'max_completion_tokens' : 'max_tokens',
    takesTemperature: !(isOpenAi || isAzure) || !REASONING_MODEL.test(connection.model),
  };
}

function knownForm(name: string): FormSupport {
  return formOfHost.find(([host]) => host.test(name))?.[1] ?? 'json';
}
