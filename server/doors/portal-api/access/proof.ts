import type { Proof } from '../../access/prove.ts'
import { type PortalRefusal, turnDown } from '../refusal.ts'
import { slowDown } from './logged-in.ts'

/** Why somebody has not proved what they were asked for. */
export const answerProof = (proof: Proof, wrong: string): PortalRefusal =>
  proof.kind === 'slowDown' ? slowDown(proof.seconds) : turnDown('forbidden', wrong)
