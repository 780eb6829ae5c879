import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDrawer, openDrawer } from './support/bridge-drawer';
import { LorehearthServer } from './support/lorehearth-server';
import { openStage, type TavernStage } from './support/tavern-stage';

let stage: TavernStage;
let server: LorehearthServer;
let console: Page;

beforeAll(async () => {
  stage = await openStage();
  server = await LorehearthServer.prepare({ notes: {}, sillytavern: stage.tavern.data.user });
  await server.start();
  console = await stage.browser.newPage({ viewport: { width: 1000, height: 900 } });
  console.setDefaultTimeout(20_000);
  await console.goto(`${server.url}/console#token=${server.token}`);
  return async () => {
    await server.close();
    await stage.close();
  };
});

beforeEach((context) => stage.watch(context));

const step = (title: string) => console.locator('.lh-step').filter({ hasText: title });
const doneStep = (title: string) => console.locator('.lh-step.is-done').filter({ hasText: title });

it('leads from an empty vault to the first entry in a reply, and does not come back', async () => {
  const { page, model } = stage;
  await step('Write lore').getByText('No note carries the tag #lorebook yet.').waitFor();
  await console.getByRole('button', { name: 'Create an example entry' }).click();
  await doneStep('Write lore').waitFor();
  await doneStep('Start the server').waitFor();

  await step('Install the extension').getByRole('button', { name: 'Install it' }).click();
  await doneStep('Install the extension').waitFor();
  await page.reload();

  const drawer = await openDrawer(page);
  await drawer.getByText('More settings').click();
  await drawer.getByLabel('Address').fill(server.url);
  await drawer.getByLabel('Address').blur();
  await expect.poll(() => drawer.locator('.lorehearth-status').innerText(), { timeout: 15_000 }).toBe('Not paired');
  await drawer.getByRole('button', { name: 'Pair', exact: true }).click();
  const code = drawer.locator('.lorehearth-code:not(:empty)');
  await code.waitFor();
  const digits = (await code.innerText()).replace(/\s/g, '');
  await step('Pair SillyTavern').getByLabel(`Code ${digits}`).waitFor();
  await step('Pair SillyTavern').getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => drawer.locator('.lorehearth-status').innerText(), { timeout: 10_000 }).toMatch(/^Connected/);
  await doneStep('Pair SillyTavern').waitFor();

  await drawer.getByRole('button', { name: 'Check the connection' }).click();
  await drawer.locator('.lorehearth-checks li', { hasText: 'SillyTavern Version' }).waitFor();
  expect(await drawer.locator('.lorehearth-checks [data-tone="bad"]').count()).toBe(0);
  await closeDrawer(page);

  await page.openCharacter('Ilse');
  await page.send('Who lives in the lighthouse?');
  expect(model.lastRequest.prompt).toContain('The Amber Lighthouse stands');
  await console.getByText('Lore has reached a reply').waitFor();
  await console.reload();
  await console.getByRole('region', { name: 'Last turn' }).waitFor();
  expect(await console.locator('.lh-step').count()).toBe(0);

  await console.getByRole('button', { name: 'Check the connection' }).click();
  await console.getByText('Everything that can be judged is in order.').waitFor();
});
