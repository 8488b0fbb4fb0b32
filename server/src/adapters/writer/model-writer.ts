import { generateText, type LanguageModel } from 'ai';
import type { Writer } from '../../ports/writer.ts';
import { parsePhrasing, parseRewording } from './answer.ts';
import { instructions, REWORDING, request, rewording } from './prompt.ts';

const MOST_TOKENS = 4_000;
const MOST_TOKENS_OF_A_DOCUMENT = 12_000;

/** A writer that lets a language model phrase. It is asked once, in a bounded time, and nothing it says is believed here. */
export function languageModelWriter(model: LanguageModel, timeoutMs: number): Writer {
  const ask = async (system: string, prompt: string, maxOutputTokens: number, signal?: AbortSignal) => {
    const tooLate = AbortSignal.timeout(timeoutMs);
    const abortSignal = signal ? AbortSignal.any([signal, tooLate]) : tooLate;
    const { text } = await generateText({ model, system, prompt, maxOutputTokens, maxRetries: 0, abortSignal });
    return text;
  };
  return {
    phrase: async (order, signal) => parsePhrasing(await ask(instructions(order), request(order), MOST_TOKENS, signal)),
    reword: async (order, signal) =>
      parseRewording(await ask(REWORDING, rewording(order), MOST_TOKENS_OF_A_DOCUMENT, signal)),
  };
}
