import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = process.env.SLUICE_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
