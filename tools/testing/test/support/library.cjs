'use strict';

exports.library = require('fast-check');
