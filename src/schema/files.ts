/** All schemas, by the names of the files that the build writes to `dist/src/schema/`. */
import { SECURITY_FILE, TOKEN_FILE } from './access.ts';
import { CATALOGUE_FILE, OWN_CATALOGUE_FILE } from './catalogue.ts';
import { COMMON_FILE } from './common.ts';
import { ENDPOINT_FILE } from './endpoint.ts';
import { PAGINATION_FILE } from './pagination.ts';
import { POLICY_FILE } from './policy.ts';
import { REPORT_FILE } from './report.ts';
import { BINDINGS_FILE, ENVELOPE_FILE, ERRORS_FILE } from './service.ts';
import { OPEN_POINTS_FILE, REQUIREMENTS_FILE, VERSIONS_FILE } from './specs.ts';
import { TARGET_FILE, WAIVERS_FILE } from './target.ts';

export const SCHEMA_FILES = {
  'bindings.schema.json': BINDINGS_FILE,
  'catalogue.schema.json': CATALOGUE_FILE,
  'common.schema.json': COMMON_FILE,
  'endpoint.schema.json': ENDPOINT_FILE,
  'envelope.schema.json': ENVELOPE_FILE,
  'errors.schema.json': ERRORS_FILE,
  'open-points.schema.json': OPEN_POINTS_FILE,
  'own-catalogue.schema.json': OWN_CATALOGUE_FILE,
  'pagination.schema.json': PAGINATION_FILE,
  'policy.schema.json': POLICY_FILE,
  'report.schema.json': REPORT_FILE,
  'requirements.schema.json': REQUIREMENTS_FILE,
  'security.schema.json': SECURITY_FILE,
  'target.schema.json': TARGET_FILE,
  'token.schema.json': TOKEN_FILE,
  'versions.schema.json': VERSIONS_FILE,
  'waivers.schema.json': WAIVERS_FILE,
} as const;
