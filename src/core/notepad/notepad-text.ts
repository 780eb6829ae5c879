import type { NotepadUse } from './notepad-use';

/** What the AI that writes is told where the user did not write it anew. */
const tagInstructions = `Keep private notes about this story: plans, secrets, promises, who knows what, where people and things are. The player does not see them. When something is worth remembering beyond the next messages, end your reply with it in this form, and write nothing after it:
<{{tag}}>
one note on each line
</{{tag}}>
Note only what is new. Leave the block out when nothing is. Never speak of the notes in the reply itself.`;

/** The text of the notepad in a prompt; empty where there is nothing to say. */
export function notepadText(notes: string, use: NotepadUse | undefined, instructions: string): string {
  const told = use?.mode === 'tag' ? instructionsFor(use.tag, instructions) : '';
  const soFar = notes === '' ? '' : `Your private notes on this story so far:\n${notes}`;
  return [soFar, told === '' ? '' : `[${told}]`].filter((part) => part !== '').join('\n\n');
}

/** The instructions of a mode with the tag filled in. */
function instructionsFor(tag: string, instructions: string): string {
  const own = instructions.trim();
  const text = own === '' ? tagInstructions : own;
  // A tag that is not named would not be taken out of the reply.
  const whole = text.includes('{{tag}}')
    ? text
    : `${text}\nWrite the notes at the end of the reply, between <{{tag}}> and </{{tag}}>.`;
  return whole.split('{{tag}}').join(tag);
}
