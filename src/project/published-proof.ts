/** The proof of the checks: the whole of a campaign where one was made here, else what is published of the last one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROOF_SCHEMA, type ProofFile } from '../report/proof.ts';

/** What `plumbline prove --publish` writes: it is kept with the checks. */
export const PROOF_FILE = path.join('docs', 'proof.json');
/** Where `npm run prove` leaves what turns each single check red. */
const WHOLE_PROOF_FILE = path.join('reports', 'proof', 'proof.json');

/** The proof, where there is one that can be read: it is an extra, and a damaged one must not hide the rest. */
export function readProof(root: string): ProofFile | undefined {
  return read(path.join(root, WHOLE_PROOF_FILE)) ?? readPublished(root);
}

export function readPublished(root: string): ProofFile | undefined {
  return read(path.join(root, PROOF_FILE));
}

function read(file: string): ProofFile | undefined {
  try {
    const proof = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProofFile>;
    const lists = [proof.faults, proof.checks, proof.versions, proof.rules, proof.survivors, proof.unproven];
    return proof.schema === PROOF_SCHEMA && lists.every(Array.isArray) ? (proof as ProofFile) : undefined;
  } catch {
    return undefined;
  }
}
