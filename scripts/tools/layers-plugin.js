import { relative, sep } from 'node:path';
import { layerViolation } from './check-import.js';

/** Checks every import, including dynamic and type-only ones, against the table in `layers.js`. */
const rule = {
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');

    function check({ source }) {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = layerViolation(file, source.value);
      if (message !== null) context.report({ node: source, message });
    }

    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'layers' }, rules: { imports: rule } };
