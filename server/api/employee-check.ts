import { hash } from 'node:crypto'
import type { Employee } from '../brand/brand.ts'
import { passwordMatches } from '../brand-store/passwords.ts'
import { refuse } from '../kernel/errors.ts'
import type { WireRefusal } from './envelope.ts'
import { FailureLimit } from './rate-limit.ts'

const mostRemembered = 10_000
/** A check is costly by intent: more at once would take the processor from everybody else. */
const mostAtOnce = 2
const mostWaiting = 100

export type EmployeeJudged = Employee | WireRefusal

/** Checks employees' passwords. Right ones are remembered by a digest, because the same till sends them with every call. */
export class EmployeeCheck {
  private readonly right = new Set<string>()
  private readonly failures: FailureLimit
  private readonly waiting: (() => void)[] = []
  private running = 0

  /** `mostFailures`: how many wrong passwords of one employee a minute are told as such; 0 is no limit. */
  constructor(mostFailures: number) {
    this.failures = new FailureLimit(mostFailures)
  }

  check(owner: string, employee: Employee, password: string): EmployeeJudged | Promise<EmployeeJudged> {
    const { passwordHash } = employee
    if (passwordHash === undefined || password === '') return refuse(103)
    const digest = hash('sha256', `${passwordHash}\0${password}`, 'base64')
    if (this.right.has(digest)) return employee
    const name = `${owner}\0${employee.id}`
    const wait = this.failures.secondsToWait(name)
    if (wait > 0) return { ...refuse(108), retryAfter: wait }
    if (this.waiting.length >= mostWaiting) return refuse(109)
    return this.compare(passwordHash, password).then((matches) => {
      if (!matches) this.failures.count(name)
      if (matches) this.remember(digest)
      return matches ? employee : refuse(103)
    })
  }

  private async compare(passwordHash: string, password: string): Promise<boolean> {
    if (this.running < mostAtOnce) this.running += 1
    else await new Promise<void>((takeOver) => this.waiting.push(takeOver))
    try {
      return await passwordMatches(passwordHash, password)
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }

  private remember(digest: string): void {
    const [oldest] = this.right
    if (this.right.size >= mostRemembered && oldest !== undefined) this.right.delete(oldest)
    this.right.add(digest)
  }
}
