/** Fields of answers that hold the text itself. */
const TEXT_FIELDS = ['output_text', 'text', 'generated_text', 'completion', 'response'] as const;
/** Parts that are not meant for the reader. */
const THINKING = /^(?:thinking|redacted_thinking|reasoning|reasoning_text|summary_text|thought)$/;
/** What an item of an answer has, and a part of a message has not. */
const ITEM_FIELDS = ['title', 'name'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The text inside an answer as a provider wraps it (OpenAI's choices or output, Gemini's candidates, Anthropic's and
 * Ollama's content, lists of parts), without what the model thought; undefined for anything else.
 */
export function envelopeText(value: unknown): string | undefined {
  if (Array.isArray(value)) return partsText(value);
  if (!isFields(value) || hasAny(value, ITEM_FIELDS)) return undefined;
  return (
    messageText(firstOf(value['choices'])) ??
    messageText(firstOf(value['candidates'])) ??
    messageText(value) ??
    outputText(value['output']) ??
    partsText(value['results'])
  );
}

/** The text of something that has a message, a content or a text. */
function messageText(value: unknown): string | undefined {
  if (!isFields(value) || hasAny(value, ITEM_FIELDS)) return undefined;
  const { message, delta, content, parts } = value;
  const inner = [message, delta].find(isFields);
  if (inner) return messageText(inner);
  if (isFields(content)) return messageText(content);
  if (Array.isArray(content)) return partsText(content);
  if (Array.isArray(parts)) return partsText(parts);
  // An item may have an id and a content, too.
  if (typeof content === 'string' && (!('id' in value) || 'role' in value)) return content;
  const field = TEXT_FIELDS.find((name) => typeof value[name] === 'string');
  return field === undefined || typeof value['id'] === 'number' ? undefined : String(value[field]);
}

/** The texts of OpenAI's list of outputs: messages and reasoning. */
function outputText(output: unknown): string | undefined {
  if (!Array.isArray(output)) return undefined;
  const messages = output.filter((one) => isFields(one) && one['type'] === 'message');
  return messages.length === 0 ? undefined : messages.map((message) => messageText(message) ?? '').join('');
}

/** The joined texts of a list of parts; undefined when it is a list of something else. */
function partsText(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map(partText);
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function partText(part: unknown): string | undefined {
  if (!isFields(part) || hasAny(part, ITEM_FIELDS) || typeof part['id'] === 'number') return undefined;
  const { type, thought } = part;
  if (thought === true || (typeof type === 'string' && THINKING.test(type))) return '';
  const field = TEXT_FIELDS.find((name) => typeof part[name] === 'string');
  return field === undefined ? undefined : String(part[field]);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function hasAny(value: Fields, names: readonly string[]): boolean {
  return names.some((name) => name in value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
