'use strict';

// Stands for a module that no test needs.
