import { vi } from 'vitest'

// The files of a worker share the packages they load, but no module of ours: modules keep stores and lists of
// listeners.
vi.resetModules()
