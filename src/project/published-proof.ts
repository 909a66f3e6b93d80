/** Proof of the checks: the whole one of a local campaign, or else the published summary. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROOF_SCHEMA, type ProofFile } from '../report/proof.ts';

/** Written by `plumbline prove --publish` and committed. */
export const PROOF_FILE = path.join('docs', 'proof.json');
/** Written by `npm run prove`: the faults that each check detects. */
const WHOLE_PROOF_FILE = path.join('reports', 'proof', 'proof.json');

/** The proof, if there is a readable one. A damaged proof is ignored, since it is optional. */
export function readProof(root: string): ProofFile | undefined {
  return readProofFile(path.join(root, WHOLE_PROOF_FILE)) ?? readPublishedProof(root);
}

export function readPublishedProof(root: string): ProofFile | undefined {
  return readProofFile(path.join(root, PROOF_FILE));
}

function readProofFile(file: string): ProofFile | undefined {
  try {
    const proof = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProofFile>;
    const lists = [proof.faults, proof.checks, proof.versions, proof.rules, proof.survivors, proof.unproven];
    return proof.schema === PROOF_SCHEMA && lists.every(Array.isArray) ? (proof as ProofFile) : undefined;
  } catch {
    return undefined;
  }
}
