interface Question {
  underWay: Promise<unknown>;
  /** Asked by whoever came while it is under way. */
  next?: Promise<unknown> | undefined;
}

/**
 * What many ask at the same time is asked once for all of them: whoever comes while it is under way shares the next
 * answer, which is asked for after they came. So nobody is told what was true before they asked.
 */
export class AskedTogether {
  #questions = new Map<string, Question>();

  /** How many questions are under way. */
  get size(): number {
    return this.#questions.size;
  }

  /** Asks the question of that name, or shares what others ask next. */
  ask<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const question = this.#questions.get(name);
    if (!question) return this.#begin(name, ask);
    question.next ??= question.underWay.then(() => this.#begin(name, ask));
    return question.next as Promise<T>;
  }

  #begin<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const answer = ask();
    const question: Question = { underWay: answer.then(noted, noted) };
    this.#questions.set(name, question);
    void question.underWay.then(() => {
      if (!question.next) this.#questions.delete(name);
    });
    return answer;
  }
}

const noted = () => {};
