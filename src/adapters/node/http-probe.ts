import { get } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';

const PATIENCE_MS = 2_000;

/** Whether something answers an address with success or by leading on, asked over the network. Never rejects. */
export function answersAt(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(address, { agent: false }, (response) => {
      const { statusCode = 0 } = response;
      resolve(statusCode >= 200 && statusCode < 400);
      response.destroy();
    });
    const timer = setTimeout(() => request.destroy(), PATIENCE_MS);
    request.on('error', () => resolve(false));
    request.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
