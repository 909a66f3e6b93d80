import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.ts',
  reporter: 'line',
  use: { baseURL: process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080' },
});
