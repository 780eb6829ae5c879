import type { TavernContext } from './tavern-context';

type ExampleContext = Pick<
  TavernContext,
  'mainApi' | 'powerUserSettings' | 'name1' | 'name2' | 'groupId' | 'groups' | 'characters'
>;

const blockMark = /<START>/gi;

/**
 * Why SillyTavern would drop a text from the example messages; `undefined` when it keeps it. Where it turns examples
 * into messages, it drops every block in which nobody speaks.
 */
export function whyNoExample(text: string, context: ExampleContext): string | undefined {
  const { strip_examples: stripsExamples, instruct } = context.powerUserSettings;
  if (stripsExamples === true) return 'SillyTavern is set to leave out example messages.';
  const isInstruct = instruct?.enabled === true && instruct.skip_examples !== true;
  if (context.mainApi !== 'openai' && !isInstruct) return undefined;
  const speakers = speakersOf(context);
  const isSpoken = (block: string): boolean =>
    withNames(block, context)
      .split('\n')
      .some((line) => speakers.some((name) => line.startsWith(`${name}:`)));
  return blocksOf(text).every(isSpoken)
    ? undefined
    : 'SillyTavern takes only dialogue as example messages: lines that begin with a name and a colon.';
}

/** The text as it can stand outside the examples. */
export function withoutBlockMarks(text: string): string {
  return blocksOf(text).join('\n');
}

/** What each line of an example says; SillyTavern takes the speakers' names away. */
export function spokenLines(text: string): readonly string[] {
  return blocksOf(text)
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/^\s*[^\n:]{1,80}:/, '').trim());
}

function blocksOf(text: string): readonly string[] {
  return text
    .split(blockMark)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

/** Only the macros that can stand for a speaker; others may have effects when they are expanded. */
function withNames(text: string, { name1, name2 }: ExampleContext): string {
  return text.replace(/\{\{user\}\}|<user>/gi, () => name1).replace(/\{\{char\}\}|<(?:bot|char)>/gi, () => name2);
}

function speakersOf({ name1, name2, groupId, groups, characters }: ExampleContext): readonly string[] {
  const members = groups.find(({ id }) => id === groupId)?.members ?? [];
  const names = members.flatMap((avatar) => characters.find((member) => member.avatar === avatar)?.name ?? []);
  return [name1, name2, ...names].filter((name) => name !== '');
}
