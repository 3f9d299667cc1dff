import { z } from 'zod';
import { run } from './run.ts';

const sbomSchema = z.looseObject({
  serialNumber: z.unknown().optional(),
  metadata: z.looseObject({ timestamp: z.string() }),
});

/** A CycloneDX bill of materials for everything that is installed with the program. The same commit gives the same text. */
export function billOfMaterials(time: Date): string {
  const text = run('npm', [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    '--package-lock-only',
  ]);
  const { serialNumber: _, ...sbom } = sbomSchema.parse(JSON.parse(text));
  const metadata = { ...sbom.metadata, timestamp: time.toISOString() };
  return `${JSON.stringify({ ...sbom, metadata }, null, 2)}\n`;
}
