interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly bin: Readonly<Record<string, string>>
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

/**
 * The package.json of a release. It stays private, so that nobody publishes it by accident; a packed file is installed
 * all the same.
 */
export function releaseManifest(ours: Manifest, builtFrom: string) {
  const { name, version, description, license, type, bin, engines, dependencies, optionalDependencies } = ours
  const { peerDependencies, peerDependenciesMeta } = ours
  return {
    ...{ name, version, builtFrom, description, license, private: true, type, bin, engines },
    ...{ dependencies, bundleDependencies: Object.keys(dependencies), optionalDependencies },
    ...{ peerDependencies, peerDependenciesMeta },
  }
}
