/** No settings; only what finds programs, and what saves finding and compiling ours again. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }
}
