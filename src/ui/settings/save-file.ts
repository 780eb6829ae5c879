/** Hands a text to the user as a file. `page` is the page that the user looks at: a pop-out window has its own. */
export function saveFile(page: Document, name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
