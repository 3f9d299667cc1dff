import {
  ATTRIBUTES,
  type Attribute,
  type AttributeFit,
} from '../../src/service/attributes/attributes.ts';
import { inputOf, logit } from '../../src/service/attributes/attribute-scores.ts';
import type { Assessment, Engine } from '../../src/service/engine/engine.ts';
import type { Example } from '../train/data/example.ts';
import { readSources } from '../train/data/sources.ts';
import { splitExamples } from '../train/data/split.ts';
import { fitAttribute } from './fit-attribute.ts';
import { RECIPES, SET_WEIGHTS, UNFITTED, type Recipe } from './labels.ts';

interface Rated {
  readonly example: Example;
  readonly assessment: Assessment;
}

function fitRecipe({ inputs, labelOf }: Recipe, rated: readonly Rated[]): AttributeFit {
  const labelled = rated.flatMap(({ example, assessment }) => {
    const label = labelOf(example);
    return label === null ? [] : [{ example, assessment, label }];
  });
  const sizes = new Map<string, number>();
  for (const { example } of labelled) {
    sizes.set(example.source, (sizes.get(example.source) ?? 0) + 1);
  }
  return fitAttribute(
    inputs,
    labelled.map(({ example: { source }, assessment, label }) => ({
      inputs: inputs.map((input) => logit(inputOf(assessment, input))),
      label,
      weight: (SET_WEIGHTS[source] ?? 1) / (sizes.get(source) ?? 1),
    })),
  );
}

/** Fits all attributes to those texts of the training sets that the engine's base model was not trained on. */
export function fitAttributes(engine: Engine, folder: string): Record<Attribute, AttributeFit> {
  const { holdout } = splitExamples(readSources(folder));
  const rated = holdout.map((example) => ({ example, assessment: engine.assess(example.text) }));
  const of = (attribute: keyof typeof RECIPES): AttributeFit =>
    fitRecipe(RECIPES[attribute], rated);
  return {
    TOXICITY: of('TOXICITY'),
    SEVERE_TOXICITY: of('SEVERE_TOXICITY'),
    IDENTITY_ATTACK: of('IDENTITY_ATTACK'),
    INSULT: of('INSULT'),
    PROFANITY: UNFITTED.PROFANITY,
    THREAT: UNFITTED.THREAT,
    SEXUALLY_EXPLICIT: UNFITTED.SEXUALLY_EXPLICIT,
  };
}

/** The source of the module from which the service reads the calibration. */
export function calibrationModule(fits: Readonly<Record<Attribute, AttributeFit>>): string {
  const lines = ATTRIBUTES.map((attribute) => {
    const { offset, inputs, weights } = fits[attribute];
    const names = inputs.map((input) => `'${input}'`).join(', ');
    return `  ${attribute}: {\n    offset: ${offset},\n    inputs: [${names}],\n    weights: [${weights.join(', ')}],\n  },`;
  });
  return `import type { Attribute, AttributeFit } from './attributes.ts';

/** Written by \`npm run attributes -- fit\`. */
export const CALIBRATION: Readonly<Record<Attribute, AttributeFit>> = {
${lines.join('\n')}
};
`;
}
