import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = process.env.SLUICE_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server puts a fresh nonce in its place in each page that it sends.
  html: { cspNonce: 'sluice-style-nonce' },
  server: {
    proxy: {
      // The server accepts changes only from its own origin; in development the page has another.
      '/dashboard/v1': { target: SERVER, headers: { origin: SERVER } },
      '^/docs(/errors|/mcp|/openapi.json)?$': { target: SERVER },
    },
  },
  build: {
    target: 'es2023',
    // Inlined files would be data: addresses, which the page's security policy allows for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
