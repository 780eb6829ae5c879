import { isRecord } from '../base/json-value';
import { positions, roles } from '../lore/entry-fields';
import { newChatState, type ChatState, type ChatText } from './chat-state';

/** A stored chat state; what is missing or wrong in it has its default. Undefined for what is none. */
export function readChatState(value: unknown): ChatState | undefined {
  if (!isRecord(value)) return undefined;
  const id = value['id'];
  if (typeof id !== 'string' || id === '') return undefined;
  const fresh = newChatState(id);
  return {
    id,
    parent: optionalText(value['parent']),
    name: optionalText(value['name']),
    pins: texts(value['pins']),
    blocks: texts(value['blocks']),
    books: texts(value['books']),
    context: readContext(value['context']),
    notebook: readText(value['notebook'], fresh.notebook),
    notepad: readText(value['notepad'], fresh.notepad),
    renewed: readNumbers(value['renewed']),
    changed: typeof value['changed'] === 'number' ? value['changed'] : 0,
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function readContext(value: unknown): ChatState['context'] {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, items]) => [name, texts(items)])) : {};
}

function readNumbers(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
  );
}

function readText(value: unknown, fallback: ChatText): ChatText {
  if (!isRecord(value)) return fallback;
  return {
    text: optionalText(value['text']) ?? fallback.text,
    position: positions.find((one) => one === value['position']) ?? fallback.position,
    depth: typeof value['depth'] === 'number' ? value['depth'] : fallback.depth,
    role: roles.find((one) => one === value['role']) ?? fallback.role,
  };
}
