const reasons: Readonly<Record<string, string>> = {
  key: 'Key found',
  constant: 'Always on',
  bootstrap: 'The chat is new',
  character: 'About the active character',
};

/** Why an entry was chosen, in words; a reason of a newer server is shown by its name. */
export function reasonText(reason: string): string {
  const spelled = reason.replaceAll('_', ' ').trim();
  return reasons[reason] ?? spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
