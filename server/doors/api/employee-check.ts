import { hash } from 'node:crypto'
import type { Employee } from '../../domain/brand/brand.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { passwordMatches } from '../../storage/brand-store/passwords.ts'
import { nowhere } from './count-exchange.ts'
import type { WireRefusal } from './envelope.ts'
import { FailureLimit } from './failure-limit.ts'
import { FairQueue } from './fair-queue.ts'

const mostRemembered = 10_000
/** A check is costly by intent: more at once would take the processor from everybody else. */
const mostAtOnce = 2
/** Of one brand: some four seconds of checking. */
const mostWaiting = 100

export type EmployeeJudged = Employee | WireRefusal

/** Whose password is checked. An employee's id counts only within the location. */
export interface EmployeeOwner {
  readonly brandId: BrandId
  readonly locationId: string
}

/** Checks employees' passwords. Right ones are remembered by a digest, because the same till sends them with every call. */
export class EmployeeCheck {
  private readonly right = new Set<string>()
  private readonly failures: FailureLimit
  private readonly queue = new FairQueue(mostAtOnce, mostWaiting)

  /** `mostFailures`: how many wrong passwords of one employee a minute are told as such; 0 is no limit. */
  constructor(mostFailures: number, elsewhere = nowhere) {
    this.failures = new FailureLimit(mostFailures, undefined, elsewhere)
  }

  check(owner: EmployeeOwner, employee: Employee, password: string): EmployeeJudged | Promise<EmployeeJudged> {
    const { passwordHash } = employee
    if (passwordHash === undefined || password === '') return refuse(103)
    const digest = hash('sha256', `${passwordHash}\0${password}`, 'base64')
    if (this.right.has(digest)) return employee
    const name = `${owner.brandId}\0${owner.locationId}\0${employee.id}`
    const limited = this.findLimit(name)
    if (limited) return limited
    if (!this.queue.hasRoom(owner.brandId)) return refuse(109)
    return this.queue.run(owner.brandId, async () => {
      // Those that waited together were all let in before the first of them had failed.
      const nowLimited = this.findLimit(name)
      if (nowLimited) return nowLimited
      const matches = await passwordMatches(passwordHash, password)
      if (!matches) this.failures.count(name)
      if (matches) this.remember(digest)
      return matches ? employee : refuse(103)
    })
  }

  private findLimit(name: string): WireRefusal | undefined {
    const wait = this.failures.secondsToWait(name)
    return wait > 0 ? { ...refuse(108), retryAfter: wait } : undefined
  }

  private remember(digest: string): void {
    const [oldest] = this.right
    if (this.right.size >= mostRemembered && oldest !== undefined) this.right.delete(oldest)
    this.right.add(digest)
  }
}
