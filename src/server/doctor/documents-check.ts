import type { Check } from './check';

/** Whether everything that is stored could be read and may be changed. */
export const documentsCheck: Check = {
  id: 'documents',
  title: 'Stored documents',
  run: ({ engine }) => {
    const { notices } = engine.documents;
    if (notices.length === 0)
      return { state: 'ok', sentence: 'Settings and everything else that is stored can be read.' };
    return { state: 'warning', sentence: notices.map(({ sentence }) => sentence).join(' ') };
  },
};
