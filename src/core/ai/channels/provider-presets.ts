import type { ConnectionKind } from '../model-connection';

/** Where the setup of a connection begins. */
export interface ProviderPreset {
  /** A good id for the connection. */
  readonly id: string;
  readonly name: string;
  readonly kind: ConnectionKind;
  /** Empty where the user has to give it. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** One sentence for the user. */
  readonly sentence: string;
}

const cloud = (id: string, name: string, baseUrl: string, sentence: string): ProviderPreset => ({
  ...{ id, name, baseUrl, sentence },
  kind: 'openai-compatible',
  needsKey: true,
});

const local = (id: string, name: string, baseUrl: string, sentence: string): ProviderPreset => ({
  ...{ id, name, baseUrl, sentence },
  kind: 'openai-compatible',
  needsKey: false,
});

/** Providers that are set up with a few clicks. Any other one works through its address. */
export const providerPresets: readonly ProviderPreset[] = [
  cloud('openai', 'OpenAI', 'https://api.openai.com/v1', 'Models of OpenAI with a key from platform.openai.com.'),
  {
    id: 'azure',
    name: 'Azure OpenAI',
    kind: 'azure-openai',
    baseUrl: '',
    needsKey: true,
    sentence: 'Your own resource: give its address, and the name of the deployment as the model.',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    sentence: 'Claude models with a key from console.anthropic.com; a compatible proxy works with its address.',
  },
  {
    id: 'google',
    name: 'Google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    sentence: 'Gemini models with a key from Google AI Studio.',
  },
  cloud('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'Models of many providers with one key.'),
  cloud('groq', 'Groq', 'https://api.groq.com/openai/v1', 'Open models, answered very fast.'),
  cloud('xai', 'xAI', 'https://api.x.ai/v1', 'Grok models with a key from console.x.ai.'),
  cloud(
    'deepseek',
    'DeepSeek',
    'https://api.deepseek.com',
    'Models of DeepSeek with a key from platform.deepseek.com.',
  ),
  cloud('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'Models of Mistral with a key from console.mistral.ai.'),
  cloud(
    'cohere',
    'Cohere',
    'https://api.cohere.ai/compatibility/v1',
    'Command models over Cohere’s compatible address.',
  ),
  cloud('moonshot', 'Moonshot', 'https://api.moonshot.ai/v1', 'Kimi models with a key from platform.moonshot.ai.'),
  cloud('zai', 'Z.AI', 'https://api.z.ai/api/paas/v4', 'GLM models with a key from z.ai.'),
  cloud('fireworks', 'Fireworks', 'https://api.fireworks.ai/inference/v1', 'Open models with a key from fireworks.ai.'),
  local(
    'lm-studio',
    'LM Studio',
    'http://127.0.0.1:1234/v1',
    'Models on this computer; start the server in LM Studio.',
  ),
  local('llama-cpp', 'llama.cpp', 'http://127.0.0.1:8080/v1', 'Models on this computer, served by llama-server.'),
  local('koboldcpp', 'KoboldCpp', 'http://127.0.0.1:5001/v1', 'Models on this computer, served by KoboldCpp.'),
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1', 'Models on this computer, served by Ollama.'),
  local('custom', 'Custom', '', 'Anything that speaks like OpenAI: give its address, and a key if it wants one.'),
];
