import type { TavernPage } from './tavern-page';

/** Types a slash command into the input line, sends it, and gives what is said about it on the screen. */
export async function typeCommand(tavern: TavernPage, command: string): Promise<string> {
  const { page } = tavern;
  const said = await saidAfter(tavern, async () => {
    await page.locator('#send_textarea').fill(command);
    await page.locator('#send_but').click();
  });
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#send_textarea')?.value === '');
  return said;
}

/** What an action makes SillyTavern say on the screen. */
export async function saidAfter({ page }: TavernPage, act: () => Promise<unknown>): Promise<string> {
  // What was said before would stand in the way of the eyes, and of the mouse.
  await page.evaluate(() => document.querySelectorAll('#toast-container .toast').forEach((toast) => toast.remove()));
  await act();
  return (await page.locator('#toast-container .toast-message').first().textContent()) ?? '';
}
