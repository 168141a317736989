// Loaded before everything else in each process of a test run. A server imports more than a thousand files, and Node looks
// several times at the disk for each: this says at once that `./file.ts` is beside the file that imports it.
import module from 'node:module'

// Not in the machine's own Node, if that is older than the one which runs the tests.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL } = context
    const isBeside = specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.startsWith('file:')
    if (!isBeside) return next(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true }
  },
})

// What was compiled is kept when a process ends by itself. Servers that tests kill have to do it before.
setTimeout(() => module.flushCompileCache?.(), 3000).unref()
