import type { Allowed, AssistantStanding, Tool } from './tool.ts'

/** What this key in this brand can be offered: what would only be refused is not even named. */
export function offeredTools(tools: readonly Tool[], standing: AssistantStanding, allowed: Allowed): readonly Tool[] {
  return tools.filter((tool) => isOffered(tool, standing, allowed))
}

function isOffered({ operation, kind, enablement }: Tool, standing: AssistantStanding, allowed: Allowed): boolean {
  if (kind !== 'reads' && allowed.readOnly) return false
  if (kind === 'value' && !allowed.value) return false
  if (kind === 'publish' && !allowed.publish) return false
  if (!standing.operations.includes(operation.name)) return false
  // A key of some locations only may not see the whole brand.
  if (operation.isOfWholeBrand && standing.locations !== undefined) return false
  return [enablement, operation.enablement].every((one) => one === undefined || standing.enabled.includes(one))
}
