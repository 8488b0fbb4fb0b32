import { generateText, type LanguageModel } from 'ai';
import type { Phrasing, Writer, WritingOrder } from '../../ports/writer.ts';
import { parsePhrasing } from './answer.ts';
import { instructions, request } from './prompt.ts';

const MOST_TOKENS = 4_000;

/** A writer that lets a language model phrase. It is asked once, in a bounded time, and nothing it says is believed here. */
export function languageModelWriter(model: LanguageModel, timeoutMs: number): Writer {
  return {
    async phrase(order: WritingOrder, signal?: AbortSignal): Promise<Phrasing> {
      const tooLate = AbortSignal.timeout(timeoutMs);
      const { text } = await generateText({
        model,
        system: instructions(order),
        prompt: request(order),
        maxOutputTokens: MOST_TOKENS,
        maxRetries: 0,
        abortSignal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      });
      return parsePhrasing(text);
    },
  };
}
