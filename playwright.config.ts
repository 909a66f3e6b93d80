export { default } from './src/playwright/config.ts';
