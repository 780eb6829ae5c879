import type { Page } from 'playwright-core';

/** SillyTavern's own interface to its Quick Replies, as far as a test needs it. */
interface QuickReplyApi {
  readonly settings: { isEnabled: boolean };
  readonly createSet: (name: string) => Promise<unknown>;
  readonly createQuickReply: (
    set: string,
    label: string,
    parts: { readonly message: string; readonly automationId: string },
  ) => unknown;
  readonly addGlobalSet: (name: string) => void;
}

/** Switches Quick Replies on, with a set that holds in all chats: the script of each by its automation id. */
export async function useQuickReplies(page: Page, scripts: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (written) => {
    const { quickReplyApi } = globalThis as unknown as { quickReplyApi: QuickReplyApi };
    quickReplyApi.settings.isEnabled = true;
    await quickReplyApi.createSet('Automation');
    for (const [automationId, message] of Object.entries(written)) {
      quickReplyApi.createQuickReply('Automation', automationId, { message, automationId });
    }
    quickReplyApi.addGlobalSet('Automation');
  }, scripts);
}
