import type { IConfiguration } from 'dependency-cruiser'

declare const rules: IConfiguration
export default rules
