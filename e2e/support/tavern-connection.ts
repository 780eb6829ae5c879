import type { Page } from 'playwright-core';
import type { CompletionKind } from './tavern-data';

/** How the next generations reach the model. */
export interface Connection {
  readonly completion: CompletionKind;
  readonly stream: boolean;
}

const apis = {
  chat: { command: '/api quiet=true custom', mainApi: 'openai', streamBox: '#stream_toggle' },
  text: {
    command: '/api quiet=true generic',
    mainApi: 'textgenerationwebui',
    streamBox: '#streaming_textgenerationwebui',
  },
} as const;

/** Switches the running page to another kind of completion, with or without streaming, and waits until it is online. */
export async function connect(page: Page, { completion, stream }: Connection): Promise<void> {
  const { command, mainApi, streamBox } = apis[completion];
  await page.evaluate((text) => SillyTavern.getContext().executeSlashCommandsWithOptions(text), command);
  await setHiddenBox(page, streamBox, stream);
  await page.waitForFunction(isConnected, { mainApi, stream });
}

/** Sets a check box in a closed drawer where it is, with the events that a click would raise. */
export async function setHiddenBox(page: Page, selector: string, checked: boolean): Promise<void> {
  await page.locator(selector).evaluate((box, on) => {
    if (!(box instanceof HTMLInputElement)) throw new Error('A switch of SillyTavern is no check box any more.');
    box.checked = on;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }, checked);
}

function isConnected(wanted: { mainApi: string; stream: boolean }): boolean {
  const { mainApi, onlineStatus, chatCompletionSettings, textCompletionSettings } = SillyTavern.getContext();
  const streams = mainApi === 'openai' ? chatCompletionSettings.stream_openai : textCompletionSettings.streaming;
  return mainApi === wanted.mainApi && streams === wanted.stream && onlineStatus !== 'no_connection';
}
