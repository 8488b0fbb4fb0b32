import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Config } from '../../base/config.ts';
import type { Writer } from '../../ports/writer.ts';
import { limitedFetch } from './limited-fetch.ts';
import { languageModelWriter } from './model-writer.ts';

const OPENAI = 'https://api.openai.com/v1';

/** The writer of a deployment, where a language model and its key are set. */
export function configuredWriter({ writer }: Pick<Config, 'writer'>): Writer | undefined {
  if (!writer) return undefined;
  const { provider, model, apiKey, url, timeoutMs } = writer;
  const connection = { apiKey, fetch: limitedFetch(fetch) };
  const languageModel =
    provider === 'anthropic'
      ? createAnthropic({ ...connection, ...(url && { baseURL: url }) })(model)
      : createOpenAICompatible({ ...connection, name: 'writer', baseURL: url ?? OPENAI })(model);
  return languageModelWriter(languageModel, timeoutMs);
}
