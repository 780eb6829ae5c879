import { defaultAiSettings } from '../../../src/core/ai/channels/ai-settings';
import type { Connection } from '../../../src/core/ai/channels/connection';
import { defaultSettings } from '../../../src/core/settings/settings';
import type { WireAiReport } from '../../../src/server/contract/wire-ai';
import { pictureNow } from './picture-clock';
import type { ScriptedServer } from './scripted-server';

const router: Connection = {
  id: 'openrouter',
  name: 'OpenRouter',
  kind: 'openai-compatible',
  baseUrl: 'https://openrouter.ai/api/v1',
};
const local: Connection = {
  id: 'lm-studio',
  name: 'LM Studio',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1234/v1',
};

/** What the AI said about the sample scene. */
const sampleReport: WireAiReport = {
  outcome: 'chosen',
  sentence: 'The AI chose 3 of 9.',
  source: 'model',
  age: 0,
  candidates: 9,
  cut: 2,
  picks: [
    { entry: 'id-maren-tull', title: 'Maren Tull', confidence: 'high', reason: 'She stands on the quay.' },
    { entry: 'id-lantern-quay', title: 'Lantern Quay', confidence: 'high', reason: 'The scene happens here.' },
    { entry: 'id-the-drowned-bell', title: 'The drowned bell', confidence: 'medium', reason: 'It rings.' },
  ],
  unknown: ['Harbor master'],
  ambiguous: [],
  isCutOff: false,
  milliseconds: 1_430,
};

/** Two providers, one of them paused, and channels of every kind. */
export function fillAi(server: ScriptedServer): void {
  const { ai } = server;
  ai.settings = {
    connections: [router, local],
    channels: {
      ...defaultAiSettings.channels,
      search: { mode: 'direct', connection: 'openrouter', model: 'anthropic/claude-haiku', dailyTokens: 200_000 },
      notepad: { mode: 'sillytavern', connection: 'Story model' },
      librarian: { mode: 'direct', connection: 'lm-studio' },
      keys: { mode: 'off' },
    },
  };
  ai.keys.set('openrouter', 'sk-sample');
  ai.models = ['anthropic/claude-haiku', 'anthropic/claude-sonnet', 'openai/gpt-mini'];
  ai.usedToday = { ...ai.usedToday, search: 48_210, scribe: 3_020 };
  ai.relays = 1;
  const lastError = { kind: 'network', sentence: 'The provider cannot be reached.', at: pictureNow } as const;
  ai.states = [
    { connection: 'lm-studio', state: 'open', opensAgainAt: pictureNow + 24_000, failures: 2, lastError, waiting: 1 },
  ];
  server.settings = { ...defaultSettings, selectionMode: 'two-stage' };
  server.aiReport = sampleReport;
}

/** Names without a space, many connections, and limits that are exceeded. */
export function fillLongAi(server: ScriptedServer): void {
  const { ai } = server;
  const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3);
  const connection = (at: number): Connection => ({
    ...{ ...router, id: `c-${String(at)}`, name: at % 2 === 0 ? word : `Connection number ${String(at)}` },
    baseUrl: `https://${word.toLowerCase()}.example/v1/${'deep/'.repeat(12)}`,
  });
  ai.settings = {
    connections: Array.from({ length: 12 }, (_, at) => connection(at)),
    channels: {
      ...defaultAiSettings.channels,
      search: { mode: 'direct', connection: 'c-0', model: word, dailyTokens: 1_000 },
      notepad: { mode: 'sillytavern', connection: word },
      librarian: { mode: 'direct', connection: 'gone' },
    },
  };
  ai.models = Array.from({ length: 300 }, (_, at) => `${word.toLowerCase()}/model-${String(at)}`);
  ai.usedToday = { ...ai.usedToday, search: 12_345_678 };
  ai.test = { isOk: false, sentence: `The provider cannot be reached. ${word}`, milliseconds: 119_000 };
  const lastError = { kind: 'network', sentence: `Nobody answers at ${word}.`, at: 0 } as const;
  ai.states = [0, 1].map((at) => ({
    ...{ connection: `c-${String(at)}`, failures: 20_000, lastError, waiting: 4_000 },
    ...{ state: 'open' as const, opensAgainAt: pictureNow + 29_000 },
  }));
  server.settings = { ...defaultSettings, selectionMode: 'ai-only', aiInstructions: `${word}\n`.repeat(80) };
  server.aiReport = {
    ...sampleReport,
    picks: Array.from({ length: 60 }, (_, at) => ({
      entry: `id-${String(at)}`,
      title: `${word} ${String(at)}`,
      confidence: 'low',
      reason: `${word} because of many reasons.`,
    })),
    unknown: Array.from({ length: 30 }, (_, at) => `${word} ${String(at)}`),
    ambiguous: [word],
    candidates: 4_000,
    cut: 1_200,
    isCutOff: true,
    source: 'slid',
    age: 7_400_000,
    categories: { chosen: [word, 'places'], removed: 900, skipped: '' },
  };
}
