import ora from 'ora';

/** Shows the progress of long work on standard error: a spinner on a terminal, elsewhere one line per step. */
export interface Progress {
  /** Starts a step and ticks off the one before it. */
  step(text: string): void;
  /** Shows progress within the step, such as `epoch 2 of 5`, but only on a terminal. */
  detail(text: string): void;
  end(): void;
}

export function createProgress(): Progress {
  // Ctrl-C must end the process even while synchronous work keeps the event loop busy.
  const spinner = ora({ stream: process.stderr, discardStdin: false });
  let currentStep: string | null = null;

  function end(): void {
    if (currentStep !== null && spinner.isEnabled) spinner.succeed(currentStep);
    currentStep = null;
  }

  return {
    step(text) {
      end();
      currentStep = text;
      spinner.start(text);
    },
    detail(text) {
      if (currentStep === null || !spinner.isEnabled) return;
      spinner.text = `${currentStep}: ${text}`;
      // Synchronous work gives the spinner's timer no chance to draw.
      spinner.render();
    },
    end,
  };
}
