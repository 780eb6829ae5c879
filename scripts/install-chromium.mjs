/** Makes sure that a Chromium is there: installs Debian's where that is possible, else says exactly what to do. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const isOnPath = (name) => spawnSync(process.platform === 'win32' ? 'where' : 'which', [name]).status === 0;
const isThere = () =>
  process.env.CHROMIUM_PATH ? existsSync(process.env.CHROMIUM_PATH) : names.some(isOnPath) || places.some(existsSync);

if (!isThere()) {
  const canInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get') && !process.env.CHROMIUM_PATH;
  if (canInstall) {
    console.log('Installing Chromium from the distribution’s packages …');
    const apt = (...options) =>
      spawnSync('apt-get', options, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  }
}
if (!isThere()) {
  console.error(
    [
      'The browser tests need Chromium, Chrome or Edge, and none was found.',
      '  Debian, Ubuntu:  sudo apt-get install chromium',
      '  macOS:           brew install --cask chromium',
      '  Windows:         winget install Google.Chrome',
      'Or set CHROMIUM_PATH to a browser that is installed elsewhere.',
    ].join('\n'),
  );
  process.exit(1);
}
