/** The proof that is published with the checks. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROOF_SCHEMA, type ProofFile } from '../report/proof.ts';

/** Where `plumbline prove --out docs` writes it. */
export const PROOF_FILE = path.join('docs', 'proof.json');

/** The proof, where there is one that can be read: it is an extra, and a damaged one must not hide the rest. */
export function readProof(root: string): ProofFile | undefined {
  try {
    const proof = JSON.parse(readFileSync(path.join(root, PROOF_FILE), 'utf8')) as Partial<ProofFile>;
    const lists = [proof.faults, proof.checks, proof.versions, proof.survivors];
    return proof.schema === PROOF_SCHEMA && lists.every(Array.isArray) ? (proof as ProofFile) : undefined;
  } catch {
    return undefined;
  }
}
