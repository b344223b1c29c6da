/** By bl_dtype: OpenVINO's names. */
BL_API extern const char *const bl_openvino_dtype_names[BL_DTYPE_COUNT];

/** The dtypes of OpenVINO that Broadloom lacks; the last entry has the name NULL. */
BL_API extern const bl_foreign_dtype bl_openvino_foreign_dtypes[];
