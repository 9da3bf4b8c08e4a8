import { z } from 'zod';
import { describeVariables } from './describe-variables';
import { integerSetting } from './settings';

describe('describeVariables', () => {
  it('lists what is required, the defaults, and the meanings', () => {
    const variables = {
      ADDRESS: z.string().describe('where it listens'),
      WAIT_MS: integerSetting(1, 100).default(50).describe('between looks'),
      HOSTS: z
        .string()
        .transform((text) => text.split(','))
        .default([])
        .describe('more names'),
      PROXY: z.string().optional().describe('none unless given'),
    };
    expect(describeVariables(variables)).toBe(
      [
        'ADDRESS  required  where it listens\n',
        'WAIT_MS  50        between looks\n',
        'HOSTS              more names\n',
        'PROXY              none unless given\n',
      ].join(''),
    );
  });
});
