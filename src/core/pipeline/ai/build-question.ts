import type { ChatMessage } from '../../chat/chat-message';
import type { LoreEntry } from '../../lore/lore-entry';
import type { ChatLine, SelectionCandidate, SelectionQuestion } from '../../ai/selection/selection-question';
import type { Candidate } from '../candidate';
import { entryValues } from '../context-gate';
import { byPriority, compareTexts } from '../importance';
import { priced } from '../price';
import { shortenToSentence } from '../shorten';
import { turnBudget } from '../stages/turn-budget';
import type { TurnContext } from '../turn-context';
import { namesAnEntry } from './names-an-entry';

/** The question of a turn, and what its list had no room for. */
export interface BuiltQuestion {
  readonly question: SelectionQuestion;
  /** The candidates of the list, in its order. */
  readonly listed: readonly Candidate[];
  readonly cut: readonly Candidate[];
}

/** Characters of a token, roughly: enough to keep a list from growing without end. */
const TOKEN_LENGTH = 4;
/** What the head of an entry takes in the list, in tokens, roughly. */
const HEAD_TOKENS = 20;

/** Puts everything that the model is to know into one question. */
export function buildQuestion(
  offered: readonly Candidate[],
  forced: readonly Candidate[],
  context: TurnContext,
): BuiltQuestion {
  const { settings, request } = context;
  const { listed, cut } = fitList(withSummaries(offered, context), settings.aiManifestTokens);
  const prices = forced.map((candidate) => priced(candidate, context).tokens);
  const isNew = request.total <= settings.newChatThreshold;
  return {
    listed: listed.map(({ candidate }) => candidate),
    cut,
    question: {
      chat: request.chat.id,
      candidates: listed.map((one) => describe(one, context)),
      forced: { count: forced.length, tokens: prices.reduce((sum, tokens) => sum + tokens, 0) },
      budget: turnBudget(context, 0).tokens,
      mostPicks: settings.entryLimit === 0 ? undefined : Math.max(0, settings.entryLimit - forced.length),
      lines: chatLines(context),
      seeds: isNew ? seedTexts(context) : [],
      summary: context.storySummary,
      instructions: settings.aiInstructions,
      threshold: settings.aiThreshold,
      categoryShare: settings.aiCategories ? settings.aiCategoryShare / 100 : undefined,
      namesAnEntry: (text) => namesAnEntry(text, context),
    },
  };
}

interface Summarized {
  readonly candidate: Candidate;
  readonly summary: string;
}

function withSummaries(offered: readonly Candidate[], { settings }: TurnContext): readonly Summarized[] {
  const { aiSummaries, aiSummaryLength } = settings;
  return offered.flatMap((candidate): readonly Summarized[] => {
    const { entry } = candidate;
    const own = aiSummaries === 'content_only' ? '' : (entry.properties.summary ?? '').trim();
    if (own !== '') return [{ candidate, summary: own }];
    if (aiSummaries === 'summary_only') return [];
    return [{ candidate, summary: excerpt(entry.text, aiSummaryLength) }];
  });
}

/** The beginning of a text, to the end of a sentence where there is one. */
function excerpt(text: string, length: number): string {
  const flat = text
    .slice(0, length * 3)
    .replace(/\s+/g, ' ')
    .trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length);
  return shortenToSentence(cut, length, (piece) => piece.length) ?? `${cut.trimEnd()}…`;
}

/** What keywords found goes in first, then the most important. */
function fitList(
  summarized: readonly Summarized[],
  most: number,
): { readonly listed: readonly Summarized[]; readonly cut: readonly Candidate[] } {
  const isFound = ({ candidate }: Summarized): number => (candidate.matched.length > 0 ? 0 : 1);
  const sorted = [...summarized].sort((a, b) => isFound(a) - isFound(b) || byPriority(a.candidate, b.candidate));
  let left = most;
  const listed: Summarized[] = [];
  const cut: Candidate[] = [];
  for (const one of sorted) {
    left -= HEAD_TOKENS + Math.ceil(one.summary.length / TOKEN_LENGTH);
    if (left >= 0) listed.push(one);
    else cut.push(one.candidate);
  }
  // By path, so that the list stays the same while the chat moves on and providers can keep it.
  return { listed: listed.sort((a, b) => compareTexts(a.candidate.entry.path, b.candidate.entry.path)), cut };
}

function describe({ candidate, summary }: Summarized, context: TurnContext): SelectionCandidate {
  const { entry } = candidate;
  return {
    id: entry.id,
    title: entry.title,
    tokens: priced(candidate, context).tokens,
    links: linkedTitles(entry, context),
    fields: context.fields.flatMap((field): readonly (readonly [string, string])[] => {
      const values = entryValues(entry, field.name);
      return values.length === 0 ? [] : [[field.label, values.join(', ')]];
    }),
    summary,
    category: categoryOf(entry),
    isNamed: candidate.matched.length > 0,
  };
}

function linkedTitles(entry: LoreEntry, { index }: TurnContext): readonly string[] {
  const titles = entry.links.flatMap((link) => {
    const [id, ...others] = index.resolve(link, entry.path);
    const target = id === undefined || others.length > 0 ? undefined : index.entries.get(id);
    return target && target.id !== entry.id ? [target.title] : [];
  });
  return [...new Set(titles)];
}

/** The type, else the first tag, else the innermost folder. */
function categoryOf(entry: LoreEntry): string {
  return entry.type ?? entry.tags[0] ?? entry.folders.at(-1) ?? '';
}

/** The last messages that the model reads. What is being rewritten or continued is not among them: a swipe asks what the first try asked. */
function chatLines({ request, settings }: TurnContext): readonly ChatLine[] {
  const visible = request.messages.filter((message) => !message.hidden && message.text.trim() !== '');
  const isRewritten = request.type === 'swipe' || request.type === 'regenerate' || request.type === 'continue';
  const last = visible.at(-1);
  const kept = isRewritten && last?.role === 'assistant' ? visible.slice(0, -1) : visible;
  const draft = request.draft.trim() === '' ? [] : [draftLine(request.draft, request.personaName, request.total)];
  return [...kept.map(chatLine), ...draft].slice(-settings.aiDepth);
}

function chatLine({ index, role, name, text }: ChatMessage): ChatLine {
  return { index, speaker: role === 'user' ? 'player' : 'character', name, text };
}

function draftLine(text: string, name: string, index: number): ChatLine {
  return { index, speaker: 'player', name, text };
}

function seedTexts({ index }: TurnContext): SelectionQuestion['seeds'] {
  return [...index.entries.values()]
    .filter((entry) => entry.seed && entry.enabled && !entry.never)
    .map(({ title, text }) => ({ title, text }));
}
