// Loaded first in each process that tests. To know which test something belongs to, Node's runner has itself called for
// every promise that is made and every one that is gone: an eighth of what such a process takes. Node passes a context on
// from promise to promise anyway: here the runner is given that, and asks it only when it wants to know.
import hooks, { AsyncLocalStorage } from 'node:async_hooks'

const { AsyncResource, createHook, executionAsyncId } = hooks
const current = new AsyncLocalStorage()
let runner

class Followed extends AsyncResource {
  constructor(type, options) {
    super(type, options)
    runner?.init(this.asyncId(), type, executionAsyncId(), this)
  }

  runInAsyncScope(work, self, ...values) {
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => work.apply(self, values)))
  }
}

Object.assign(hooks, {
  AsyncResource: Followed,
  createHook(callbacks) {
    runner = callbacks
    return createHook({})
  },
  executionAsyncId: () => current.getStore() ?? executionAsyncId(),
})
await import('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
